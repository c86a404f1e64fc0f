// Coarse names of browsers, from their User-Agent: people recognize their own, and nobody can be tracked by them.

/** The first match wins: most browsers name others as well. */
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

/** @param userAgent RFC 9110 section 10.1.5 @returns words of the tables above only, or undefined when none fits */
export function browserName(userAgent: string | undefined): string | undefined {
  const text = (userAgent ?? '').slice(0, 1_000);
  const words = [BROWSERS, SYSTEMS].flatMap((table) => table.find(([pattern]) => pattern.test(text))?.[1] ?? []);
  return words.length === 0 ? undefined : words.join(', ');
}
