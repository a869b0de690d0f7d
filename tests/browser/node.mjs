// The engine of the page in Node: node node.mjs BUNDLE; a question a line, an answer a line.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const code = pathToFileURL(`${folder}/`).href;
const { loadEngine } = await import(`${code}engine.mjs`);
const engine = await loadEngine({
  code,
  files: `${folder}/`,
  read: (name) => readFile(`${folder}/${name}`),
});
console.log(JSON.stringify({ seconds: engine.seconds }));
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(engine.call(JSON.parse(line))));
}
