// Loads Python with the library, in a worker of the page or in Node.

/** Hashes are the same at every start, so that the code which classes generate is so too. */
export const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0" };

const LIBRARY = "/lib/boston_rules.zip";
const PAGE_OF_MEMORY = 65_536;

/**
 * @typedef {object} Engine
 * @property {(question: object) => object} call answers questions
 * @property {number} seconds how long the import of the library took; 0 where it was not imported
 * @property {Uint8Array} [memory] its memory before the first question, from which it starts faster
 */

/**
 * @param {object} place
 * @param {string} place.code where the files of the bundle are imported from, as a URL
 * @param {string} place.files where they are read from: a URL, or a folder in Node
 * @param {(name: string) => Promise<Uint8Array>} place.read reads a file of the bundle
 * @param {boolean} [place.keep] whether the memory is wanted
 * @param {Uint8Array} [place.memory] what an engine of the same bundle had as its memory
 * @returns {Promise<Engine>}
 */
export async function loadEngine({ code, files, read, keep = false, memory }) {
  const library = read("boston_rules.zip");
  const [{ loadPyodide }, { default: create }] = await Promise.all([import(`${code}pyodide.mjs`), import(`${code}pyodide.asm.mjs`)]);
  const createPyodideModule = (settings) => create(withRoom(settings));
  const python = await loadPyodide({ indexURL: files, env, createPyodideModule, _makeSnapshot: keep, _loadSnapshot: memory });
  python.FS.writeFile(LIBRARY, await library);
  const started = performance.now();
  let seconds = 0;
  if (memory) python.runPython("import random\nrandom.seed()");
  else {
    python.runPython(`import sys\nsys.path.insert(0, "${LIBRARY}")`);
    python.runPython("import precompiled\nwith precompiled.kept(): import boston_rules");
    seconds = (performance.now() - started) / 1000;
    python.runPython("with precompiled.kept(): from boston_rules.web import page");
    if (keep) python.runPython("page.warm_up()");
  }
  const kept = keep ? python.makeMemorySnapshot() : undefined;
  const answer = python.globals.get("page").answer;
  return { call: (question) => JSON.parse(answer(JSON.stringify(question))), seconds, memory: kept };
}

/** Pyodide asks for as much memory as it is to restore, and this build of it does not listen. */
function withRoom(settings) {
  const { instantiateWasm, INITIAL_MEMORY = 0 } = settings;
  const instantiated = (done) => (instance, module) => {
    const { memory } = instance.exports;
    const missing = INITIAL_MEMORY - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_OF_MEMORY));
    done(instance, module);
  };
  return { ...settings, instantiateWasm: (imports, done) => instantiateWasm(imports, instantiated(done)) };
}
