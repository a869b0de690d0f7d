// Play a deal against bots.
import { download, engine, fill, kept, one, onTheme, show, theme } from "./common.mjs";
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
    render({ ...answer, told: ["Your session goes on."] });
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
  if (table.screen) await dress();
  table.focus("");
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
  if (!details.open || details.dataset.slug === slug) return;
  details.dataset.slug = slug;
  show(one("div", details), (await python.ask("ladder", { slug })).html);
}
