// Coarse names of browsers, from their User-Agent: people recognize their own browser, but the name is too coarse for tracking.

/** The first match wins: most User-Agent values name other browsers as well. */
const BROWSERS: ReadonlyArray<[RegExp, string]> = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: ReadonlyArray<[RegExp, string]> = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** @param userAgent RFC 9110 section 10.1.5 @returns words of the tables above only, or undefined if none matches */
export function browserName(userAgent: string | undefined): string | undefined {
  const text = (userAgent ?? '').slice(0, 1_000);
  const words = [BROWSERS, SYSTEMS].flatMap((table) => table.find(([pattern]) => pattern.test(text))?.[1] ?? []);
  return words.length === 0 ? undefined : words.join(', ');
}
