// Loads Python with the library, in a worker of the page or in Node.

/** Hashes are the same at every start, so that the code which classes generate is so too. */
export const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0" };

/**
 * @param {object} place
 * @param {string} place.code where the files of the bundle are imported from, as a URL
 * @param {string} place.files where they are read from: a URL, or a folder in Node
 * @param {(name: string) => Promise<Uint8Array>} place.read reads a file of the bundle
 * @returns {Promise<{call: (question: object) => object, seconds: number}>} what answers
 *   questions, and how long the import of the library took
 */
export async function loadEngine({ code, files, read }) {
  const { loadPyodide } = await import(`${code}pyodide.mjs`);
  const library = read("boston_rules.zip");
  const python = await loadPyodide({ indexURL: files, env });
  python.FS.writeFile("/lib/boston_rules.zip", await library);
  python.runPython('import sys; sys.path.insert(0, "/lib/boston_rules.zip")');
  const started = performance.now();
  python.runPython("import precompiled\nwith precompiled.kept(): import boston_rules");
  const seconds = (performance.now() - started) / 1000;
  python.runPython("with precompiled.kept(): from boston_rules.web import page");
  const answer = python.globals.get("page").answer;
  return { call: (question) => JSON.parse(answer(JSON.stringify(question))), seconds };
}
