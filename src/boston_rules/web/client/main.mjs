// The client: the way in, or the table that the address names.
import { language, one, onLanguage } from "./common.mjs";
import { Home } from "./home.mjs";
import { Play } from "./play.mjs";
import { dress } from "./prefs.mjs";

const engine = await import(`./${document.documentElement.dataset.engine}.mjs`);
const root = one("#root");
/** @type {Home | Play | null} */
let here = null;

function enter(table) {
  location.hash = `t=${table}`;
}

function route() {
  here?.close();
  const table = location.hash.match(/^#t=(\w+)$/)?.[1];
  here = table ? new Play(root, engine, table, () => (location.hash = "")) : new Home(root, engine, enter);
  root.dataset.view = table ? "table" : "home";
}

dress();
document.documentElement.lang = language();
onLanguage(() => {
  document.documentElement.lang = language();
  if (here instanceof Home) route();
});
addEventListener("hashchange", route);
route();
