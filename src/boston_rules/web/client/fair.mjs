// Whether cards came from the secret that was promised: the other half of boston_rules.web.fair.

/** @param {string} text */
async function sha256(text) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** The numbers of one draw, each at least 0 and less than 1. @param {string} secret @param {number} draw */
function numbers(secret, draw) {
  let count = 0;
  return async () => {
    const digest = await sha256(`${secret}:${draw}:${count++}`);
    const bits = digest.slice(0, 7).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    return Number(bits >> 3n) / 2 ** 53;
  };
}

/**
 * The draws that do not come from the secret; all, if it is not the promised one.
 * @param {string} promised
 * @param {{ secret: string, draws: { made: string, from: string[] }[] }} told
 * @returns {Promise<number[]>}
 */
export async function unfair(promised, { secret, draws }) {
  const hash = [...(await sha256(secret))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== promised) return draws.map((_, at) => at);
  const wrong = [];
  for (const [at, { made, from }] of draws.entries()) {
    const [does, ...cards] = made.split(" ");
    const next = numbers(secret, at);
    const pack = [...from];
    if (cards.length === 1) pack.splice(0, pack.length, pack[Math.floor((await next()) * pack.length)]);
    else {
      for (let last = pack.length - 1; last > 0; last--) {
        const other = Math.floor((await next()) * (last + 1));
        [pack[last], pack[other]] = [pack[other], pack[last]];
      }
    }
    if ([does, ...pack].join(" ") !== made) wrong.push(at);
  }
  return wrong;
}
