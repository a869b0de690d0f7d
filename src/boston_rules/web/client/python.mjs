// Try Python.
import { fill, make, one, say, show } from "./common.mjs";
import { engine, stopEngine } from "./page.mjs";

const part = one("#br-python");
/** @type {Record<string, string>} */
const EXAMPLES = JSON.parse(one("#br-examples")?.textContent ?? "{}");
const run = one("#br-run");
const stop = one("#br-stop");

if (part) {
  fill(one("#br-example"), Object.keys(EXAMPLES).map((name) => [name, name]));
  one("#br-code").value = EXAMPLES[one("#br-example").value];
}

one("#br-example")?.addEventListener("change", ({ target }) => {
  one("#br-code").value = EXAMPLES[target.value];
});
one("#br-code")?.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    go();
  }
});
run?.addEventListener("click", go);
stop?.addEventListener("click", () => {
  stopEngine("console");
  finish(say("Stopped. What was defined is forgotten."));
});

let running = 0;

async function go() {
  if (stop.hidden === false) return;
  const mine = ++running;
  stop.hidden = false;
  run.disabled = true;
  try {
    const python = await engine("console", part);
    one(".br-status", part).textContent = say("Running …");
    const made = await python.ask("run", { code: one("#br-code").value });
    if (mine === running) told(made);
  } catch (error) {
    if (mine === running) finish(String(error));
  }
}

function told({ printed, value, picture, error }) {
  const output = one("#br-output");
  output.replaceChildren();
  if (printed) output.append(make("pre", {}, printed));
  if (picture) {
    const place = make("div", { class: "br-picture" });
    show(place, picture);
    output.append(place);
  } else if (value) output.append(make("pre", {}, value));
  if (error) output.append(make("pre", { class: "br-error" }, error));
  finish(error ? say("It ended with an error.") : say("Done."));
}

function finish(text) {
  running += 1;
  stop.hidden = true;
  run.disabled = false;
  one(".br-status", part).textContent = text;
}
