// The library prints a warning when Node 20 loads it. The service supports that version and is tested on it, so this one line is dropped.
// Import it before anything that imports the library.
const warn = console.warn;

console.warn = (...said: unknown[]): void => {
  if (String(said[0]).includes('oidc-provider WARNING: Unsupported runtime')) console.warn = warn;
  else warn(...said);
};
