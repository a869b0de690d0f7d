// Runs compile.py in Pyodide: node compile.mjs PYODIDE GIVEN MADE
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { env } from "../../src/boston_rules/web/client/engine.mjs";

const [pyodide, given, made] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: pyodide, env });
for (const [name, root] of [["given", given], ["made", made]]) {
  python.FS.mkdir(`/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/${name}`);
}
const source = readFileSync(new URL("compile.py", import.meta.url), "utf8");
python.runPython(`${source}\nmain(Path("/given"), Path("/made"))`);
