// Play a deal against bots.
import { download, engine, fill, kept, make, one, onTheme, show, theme } from "./common.mjs";

const part = one("#br-play");
const wide = matchMedia("(min-width: 48em)");
/** @type {any} */
let python;
/** @type {any} */
let scene;
let busy = false;

one(".br-load", part)?.addEventListener("click", async () => {
  one(".br-load", part).disabled = true;
  try {
    python = await engine("library", part);
  } catch {
    one(".br-load", part).disabled = false;
    return;
  }
  const { games } = await python.ask("games");
  const about = () => {
    one("#br-about").textContent = games.find(({ slug }) => slug === one("#br-game").value).about;
  };
  fill(one("#br-game"), games.map(({ slug, title }) => [slug, title]), "classic");
  one("#br-game").addEventListener("change", about);
  about();
  one(".br-start", part).hidden = true;
  one(".br-stage", part).hidden = false;
  const saved = kept.get("session");
  const answer = saved ? await python.ask("restore", { record: saved }) : null;
  if (answer && !answer.refused) {
    one("#br-game").value = answer.slug;
    about();
    await render({ ...answer, told: ["Your session goes on."] });
    await dress();
  } else {
    one("#br-game").focus();
  }
});

one("#br-new")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const seed = one("#br-seed").value.trim() || String(Math.floor(Math.random() * 1e6));
  one("#br-log").replaceChildren();
  await act("new", { slug: one("#br-game").value, seed });
  if (scene) await dress();
  focusOn("");
});

one("#br-type")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = one("#br-typed");
  if (!field.value.trim()) return;
  if (await act("do", { text: field.value })) field.value = "";
  field.focus();
});

one("#br-undo")?.addEventListener("click", () => act("undo").then(() => focusOn("")));
one("#br-next")?.addEventListener("click", () => act("next").then(() => focusOn("")));
one("#br-record")?.addEventListener("click", () => {
  download(`boston-${scene.slug}-${scene.seed}.txt`, scene.record);
});
one("#br-prices")?.addEventListener("toggle", (event) => event.target.open && prices());
onTheme(() => scene && dress());
wide.addEventListener("change", () => scene && dress());

/** Ask, and show what comes of it; whether it was not refused. */
async function act(what, asked = {}) {
  if (busy) return false;
  busy = true;
  part.setAttribute("aria-busy", "true");
  try {
    const answer = await python.ask(what, asked);
    one("#br-refusal").textContent = answer.refused ? refusal(answer) : "";
    if (!answer.refused) render(answer);
    return !answer.refused;
  } finally {
    busy = false;
    part.removeAttribute("aria-busy");
  }
}

const refusal = ({ refused, rule }) => `No: ${refused}.${rule ? ` (${rule})` : ""}`;

/** The pictures as the page is: light or dark, wide or narrow. */
async function dress() {
  render({ ...(await python.ask("look", { theme: theme(), narrow: !wide.matches })), told: [] });
}

function render(now) {
  scene = now;
  one("#br-deal").hidden = false;
  draw();
  const facts = scene.facts.map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, value)),
  );
  one("#br-facts").replaceChildren(...facts);
  show(one("#br-last"), scene.trick ? scene.trick.picture : "");
  one("#br-last").hidden = !scene.trick;
  one("#br-words").textContent = scene.words;
  one("#br-choices").replaceChildren(...scene.choices.map(choice));
  one("#br-undo").hidden = !scene.undo || Boolean(scene.bill);
  one("#br-type").hidden = Boolean(scene.bill);
  const log = one("#br-log");
  log.append(...scene.told.map((told) => make("li", {}, told)));
  while (log.children.length > 200) log.firstChild.remove();
  log.scrollTop = log.scrollHeight;
  const turn = scene.bill ? "The deal is over; here is its bill." : `Your turn: ${scene.phase}.`;
  one("#br-turn").textContent = turn;
  const settled = one("#br-settled");
  settled.hidden = !scene.bill;
  if (scene.bill) {
    show(one("#br-bill"), scene.bill);
    show(one("#br-score"), scene.score);
    one("#br-over").textContent = scene.over ?? "";
    one("#br-next").hidden = Boolean(scene.over);
  }
  one("#br-prices").dataset.slug === scene.slug || prices();
  kept.set("session", scene.record);
}

async function prices() {
  const details = one("#br-prices");
  if (!details.open || details.dataset.slug === scene.slug) return;
  details.dataset.slug = scene.slug;
  show(one("div", details), (await python.ask("ladder", { slug: scene.slug })).html);
}

/** The table, with the cards of the hand as buttons where there is room, else the hand below it. */
function draw() {
  show(one("#br-table"), scene.picture);
  const svg = one("#br-table svg");
  svg.setAttribute("role", "group");
  const row = one("#br-hand");
  row.replaceChildren();
  const held = scene.hand.filter(({ token }) => token);
  if (!wide.matches) {
    row.append(...held.map((card) => cardButton(card)));
  } else if (held.length) {
    const titles = new Map();
    for (const title of svg.querySelectorAll("g > title")) {
      if (!titles.has(title.textContent)) titles.set(title.textContent, title.parentElement);
    }
    for (const card of held) button(titles.get(card.words), card);
  }
  rove([...(wide.matches ? svg : row).querySelectorAll(".br-card")]);
}

const label = ({ token, words, legal }) =>
  legal ? `${token.split(" ")[0]} the ${words}` : `${words}, not now`;

function button(face, card) {
  face.classList.add("br-card");
  face.setAttribute("role", "button");
  face.setAttribute("aria-label", label(card));
  face.dataset.token = card.token;
  if (!card.legal) face.setAttribute("aria-disabled", "true");
  face.addEventListener("click", () => choose(card.token));
}

function cardButton(card) {
  const red = /[♥♦]/.test(card.symbol) ? " br-red" : "";
  return make(
    "button",
    {
      type: "button",
      class: `br-card${red}`,
      "aria-label": label(card),
      "aria-disabled": card.legal ? null : "true",
      "data-token": card.token,
      onclick: () => choose(card.token),
    },
    card.symbol,
  );
}

/** One stop of the tab key for a hand; arrows go from card to card. */
function rove(cards) {
  const first = cards.findIndex((card) => !card.hasAttribute("aria-disabled"));
  cards.forEach((card, place) => {
    card.setAttribute("tabindex", place === Math.max(0, first) ? "0" : "-1");
    card.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const ends = { Home: 0, End: cards.length - 1 }[event.key];
      if (step !== undefined || ends !== undefined) {
        const next = ends ?? (place + step + cards.length) % cards.length;
        cards.forEach((each, other) => each.setAttribute("tabindex", other === next ? "0" : "-1"));
        cards[next].focus();
        event.preventDefault();
      } else if ((event.key === "Enter" || event.key === " ") && card.tagName !== "BUTTON") {
        event.preventDefault();
        choose(card.dataset.token);
      }
    });
  });
}

/** What belongs together: a name and buttons, or a list to select from. */
function choice({ name, items, long }) {
  if (long) {
    const select = make("select", { "aria-label": name });
    fill(select, items.map(({ token, label: text }) => [token, text]), items[items.length >> 1].token);
    const go = make("button", { type: "button", onclick: () => choose(select.value) }, name);
    return make("div", { class: "br-group" }, select, go);
  }
  const buttons = items.map(({ token, label: text, short }) => {
    const red = /[♥♦]/.test(short) ? "br-red" : null;
    const attributes = { type: "button", "data-token": token, class: red, onclick: () => choose(token) };
    if (short) attributes["aria-label"] = text;
    return make("button", attributes, short || text);
  });
  const single = buttons.length === 1 && !items[0].short;
  return single
    ? buttons[0]
    : make("div", { class: "br-group", role: "group", "aria-label": name }, make("span", {}, name), ...buttons);
}

async function choose(token) {
  if (await act("do", { text: token })) focusOn(token.split(" ")[0]);
}

/** Go on where one was: at the hand, at the choices, or at the next deal. */
function focusOn(head) {
  if (!scene) return;
  const cards = '#br-play .br-card[tabindex="0"]';
  const hand = scene.hand.some(({ legal }) => legal) ? one(cards) : null;
  const other = one("#br-choices button, #br-choices select");
  const next = scene.bill ? one("#br-next:not([hidden])") ?? one("#br-record") : null;
  const bids = head === "bid" ? other : null;
  (next ?? bids ?? hand ?? other)?.focus({ preventScroll: true });
}
