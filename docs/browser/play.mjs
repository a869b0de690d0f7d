// Play a deal against bots.
import { download, engine, fill, kept, language, one, onLanguage, onTheme, say, show, theme } from "./common.mjs";
import { Table, narrow, onWidth } from "./table.mjs";

const part = one("#br-play");
const table = new Table(part, (text) => asked("do", { text }));
/** @type {any} */
let python;

one(".br-load", part)?.addEventListener("click", async () => {
  one(".br-load", part).disabled = true;
  try {
    python = await engine("library", part);
  } catch {
    one(".br-load", part).disabled = false;
    return;
  }
  await games("classic");
  one("#br-game").addEventListener("change", about);
  one(".br-start", part).hidden = true;
  one(".br-stage", part).hidden = false;
  const saved = kept.get("session");
  const answer = saved ? await python.ask("restore", { record: saved }) : null;
  if (answer && !answer.refused) {
    one("#br-game").value = answer.slug;
    about();
    render({ ...answer, told: [say("Your session goes on.")] });
    await dress();
  } else {
    one("#br-game").focus();
  }
});

/** @type {{ slug: string, title: string, about: string }[]} */
let known = [];

/** The games in the language of the page. */
async function games(chosen) {
  known = (await python.ask("games")).games;
  fill(one("#br-game"), known.map(({ slug, title }) => [slug, title]), chosen);
  about();
}

function about() {
  one("#br-about").textContent = known.find(({ slug }) => slug === one("#br-game").value)?.about ?? "";
}

onLanguage(async () => {
  if (!python) return;
  await games(one("#br-game").value);
  if (!table.screen) return;
  one("#br-log").replaceChildren();
  const look = { theme: theme(), narrow: narrow(), again: true };
  render(await python.ask("look", look));
});

one("#br-new")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const seed = one("#br-seed").value.trim() || String(Math.floor(Math.random() * 1e6));
  one("#br-log").replaceChildren();
  await act("new", { slug: one("#br-game").value, seed });
  table.focus("");
  if (table.screen) await dress();
});

one("#br-undo")?.addEventListener("click", () => act("undo").then(() => table.focus("")));
one("#br-next")?.addEventListener("click", () => act("next").then(() => table.focus("")));
one("#br-record")?.addEventListener("click", () => {
  const { slug, seed, record } = table.screen;
  download(`boston-${slug}-${seed}.txt`, record);
});
one("#br-prices")?.addEventListener("toggle", prices);
onTheme(() => table.screen && dress());
onWidth(() => table.screen && dress());

const act = (what, more = {}) => table.ask(() => asked(what, more));

/** Ask, and show what comes of it unless it is refused. */
async function asked(what, more) {
  const answer = await python.ask(what, more);
  if (!answer.refused) render(answer);
  return answer;
}

/** The pictures as the page is: light or dark, wide or narrow. */
async function dress() {
  render({ ...(await python.ask("look", { theme: theme(), narrow: narrow() })), told: [] });
}

function render(screen) {
  table.show(screen);
  table.tell(screen.told);
  prices();
  kept.set("session", screen.record);
}

async function prices() {
  const details = one("#br-prices");
  const { slug } = table.screen;
  const shown = `${slug} ${language()}`;
  if (!details.open || details.dataset.shown === shown) return;
  details.dataset.shown = shown;
  show(one("div", details), (await python.ask("ladder", { slug })).html);
}
