// A player at a table of the host, or an onlooker. What the table looks like, who may do what and
// what it is called comes from the host; what is done there goes back as text, for one position.
import { download, fill, kept, language, make, one, onLanguage, say, show } from "./common.mjs";
import { Table, narrow, no, onWidth } from "./table.mjs";

const name = location.pathname.match(/^\/t\/(\w+)$/)?.[1];
const part = one("#br-web");
const table = new Table(part, (text) => ask("act", { text, position: table.screen.position }));
/** @type {WebSocket | null} */
let line = null;
let tries = 0;
let asked = 0;
const waiting = new Map();
let log = [];

if (name) {
  part.hidden = false;
  one("#br-link").value = location.href;
  connect();
} else {
  opening();
}
document.documentElement.lang = language();
onLanguage(() => (document.documentElement.lang = language()));

// The line to the host.

function connect() {
  if (line) return;
  const opened = new WebSocket(`${location.origin.replace("http", "ws")}/t/${name}/line`);
  line = opened;
  opened.onopen = async () => {
    const token = kept.get(`token ${name}`) ?? "";
    const answer = await ask("hello", { token, narrow: narrow(), lang: language() });
    if (!tell(answer)) {
      kept.set(`token ${name}`, null); // and look on, on a new line
      return opened.close();
    }
    tries = 0;
    entitle(answer);
  };
  opened.onmessage = ({ data }) => {
    const { id, table: changed, ...answer } = JSON.parse(data);
    if (changed) render(changed);
    waiting.get(id)?.(answer);
    waiting.delete(id);
  };
  opened.onclose = ({ code, reason }) => {
    line = null;
    const down = say("The line to the host is down. Trying again …");
    one("#br-line").textContent = reason ? `${down} (${reason})` : down;
    for (const resolve of waiting.values()) resolve({ refused: say("the line dropped; look whether it was done") });
    waiting.clear();
    setTimeout(connect, Math.min(10_000, 500 * 2 ** tries++));
  };
}

/** @returns {Promise<any>} the host's answer, with `refused` where it was */
function ask(what, more = {}) {
  if (line?.readyState !== WebSocket.OPEN) return Promise.resolve({ refused: say("the line to the host is down") });
  const id = ++asked;
  line.send(JSON.stringify({ do: what, id, ...more }));
  return new Promise((resolve) => waiting.set(id, resolve));
}

/** Say why something other than an action was refused. */
function tell({ refused }) {
  one("#br-no").textContent = no(refused);
  return !refused;
}

/** What the game is called, and what its bids cost. */
function entitle({ game, prices }) {
  one("h1 a").textContent = game;
  show(one("#br-prices div"), prices);
}

const look = () => ask("look", { narrow: narrow(), lang: language() });
addEventListener("online", connect);
onWidth(look);
onLanguage(async () => {
  if (!line) return;
  const answer = await look();
  if (tell(answer)) entitle(answer);
});

// The table.

function render(now) {
  const { seat, seats } = now;
  const full = seats.every((who) => who.name);
  const sits = seat !== null;
  one("#br-line").textContent = sits || !full ? "" : say("You are watching.");
  const words = ({ name: who, bot, here }, place) => {
    const present = bot || here;
    const sitting = present ? who : say("{who} (away)", { who });
    const told = place === seat ? say("{who} (you)", { who }) : sitting;
    return make("li", { class: present ? "br-here" : null }, who ? told : say("empty"));
  };
  one("#br-seats").replaceChildren(...seats.map(words));
  one("#br-lobby").hidden = full;
  one("#br-sit").hidden = sits;
  one("#br-fill").hidden = !sits;
  const empty = seats.flatMap((who, place) => (who.name ? [] : [[String(place), String(place + 1)]]));
  fill(one("#br-seat"), empty);
  if (full) play(now, sits);
}

function play(now, sits) {
  const before = table.screen?.bill;
  table.show(now);
  if (!sits) one("#br-type").hidden = true;
  const same = log.every((told, place) => told === now.told[place]);
  if (!same) one("#br-log").replaceChildren();
  table.tell(same ? now.told.slice(log.length) : now.told);
  log = now.told;
  document.title = `${now.turn.replace(/\.$/, "")} – Boston`;
  const next = one("#br-next");
  const mine = now.waiting?.includes(now.seats[now.seat]?.name);
  next.disabled = !mine;
  const wait = { who: now.waiting?.join(", ") };
  next.textContent = mine || !now.waiting ? say("Next deal") : say("Waiting for {who}", wait);
  // Who works by the keyboard is never left without a place.
  const begun = Boolean(now.bill) !== Boolean(before);
  if (begun || document.activeElement === document.body) table.focus("");
}

one("#br-sit").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await ask("sit", { seat: Number(one("#br-seat").value), name: one("#br-name").value });
  if (tell(answer)) kept.set(`token ${name}`, answer.token);
});
one("#br-fill").addEventListener("click", async () => tell(await ask("bots")));
one("#br-next").addEventListener("click", () => table.ask(() => ask("next")));
one("#br-record").addEventListener("click", async () => {
  const answer = await ask("record");
  if (tell(answer)) download(`boston-${name}.txt`, answer.record);
});
one("#br-copy").addEventListener("click", () => {
  one("#br-link").select();
  navigator.clipboard?.writeText(one("#br-link").value);
});

// Opening a table.

async function opening() {
  const form = one("#br-open");
  const headers = () => ({ "Accept-Language": language() });
  let games = [];
  const game = () => games.find(({ slug }) => slug === one("#br-game").value);
  const chosen = () => {
    const { about, seats, options } = game();
    one("#br-about").textContent = about;
    fill(one("#br-bots"), [...Array(seats).keys()].map((each) => [String(each), String(each)]));
    one("#br-options").replaceChildren(...options.map(option));
  };
  const offer = async () => {
    const before = one("#br-game").value || "classic";
    games = await (await fetch("/games", { headers: headers() })).json();
    fill(one("#br-game"), games.map(({ slug, title }) => [slug, title]), before);
    chosen();
  };
  await offer();
  onLanguage(offer);
  one("#br-game").addEventListener("change", chosen);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const options = {};
    for (const field of form.querySelectorAll("#br-options [name]")) {
      if (field.value) options[field.name] = JSON.parse(field.value);
    }
    const mine = { game: game().slug, name: one("#br-mine").value, bots: Number(one("#br-bots").value) };
    const body = JSON.stringify({ ...mine, options });
    const response = await fetch("/open", { method: "POST", headers: headers(), body });
    const answer = response.ok || response.status === 422 ? await response.json() : { refused: await response.text() };
    one("#br-wrong").textContent = no(answer.refused);
    if (!answer.table) return;
    kept.set(`token ${answer.table}`, answer.token);
    location.href = `/t/${answer.table}`;
  });
  form.hidden = false;
}

/** An option of the rules: one of its choices, or a number where the rules have their own. */
function option({ name: called, label, choices, chosen }) {
  if (!choices) {
    return make("label", {}, label, make("input", { name: called, type: "number", placeholder: say("usual") }));
  }
  const select = make("select", { name: called });
  fill(select, choices.map(([value, text]) => [JSON.stringify(value), text]), JSON.stringify(chosen));
  return make("label", {}, label, select);
}
