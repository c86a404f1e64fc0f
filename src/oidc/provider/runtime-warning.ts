// The library prints a warning when Node 20 loads it. The service supports and is tested on that version, so this one warning is dropped.
// Import this file before any module that imports the library.
const warn = console.warn;

console.warn = (...said: unknown[]): void => {
  if (String(said[0]).includes('oidc-provider WARNING: Unsupported runtime')) console.warn = warn;
  else warn(...said);
};
