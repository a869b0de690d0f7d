// The client: the way in, or the table that the address names.
import { kept, language, one, onLanguage } from "./common.mjs";
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
  const [, table, token] = location.hash.match(/^#t=(\w+)(?:&k=([\w-]+))?$/) ?? [];
  if (token) {
    kept.set(`token ${table}`, token);
    history.replaceState(null, "", `#t=${table}`); // the token stays out of sight
  }
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
