// The page on which a sign-in ends that ran in a frame or in a window of its own: gives its address to the console, as oidc-client-ts expects it.
const waiting = (window.opener ?? window.parent) as Window;
if (waiting !== window) waiting.postMessage({ source: 'oidc-client', url: location.href, keepOpen: false }, location.origin);
export {};
