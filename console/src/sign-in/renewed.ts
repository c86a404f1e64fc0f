// The page on which a sign-in ends that ran in a window of its own: gives its address to the console, as oidc-client-ts expects it.
const opener = window.opener as Window | null;
opener?.postMessage({ source: 'oidc-client', url: location.href, keepOpen: false }, location.origin);
export {};
