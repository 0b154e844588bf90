const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

const found = (list: typeof BROWSERS, agent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(agent))?.[1];

/** 'Chrome on Android', from the user agent. */
export const deviceLabel = (agent: string): string =>
  [found(BROWSERS, agent) ?? 'A browser', found(SYSTEMS, agent)].filter((part) => part !== undefined).join(' on ');
