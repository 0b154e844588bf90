import { FEATURE_ORDER } from '../../src/core/feature-order.ts';
import { CROSSING_FEATURES, CROSSING_PLATFORM, CROSSING_SERVER, CROSSING_WORKER } from './crossing.ts';

interface Pattern {
  regex: string;
  message: string;
  allowTypeImports?: true;
}

interface Override {
  files: string[];
  rules: Record<string, unknown>;
}

const forbid = (regex: string, message: string): Pattern => ({ regex, message });
/** All of these folders, with one error message. */
const forbidAll = (regexes: readonly string[], message: string): Pattern[] =>
  regexes.map((regex) => forbid(regex, message));

const SERVER = '(^|/)server/';
const WORKER = '(^|/)worker/';
const CLIENT = '(^|/)client/';
const WIDGET = '^(\\.\\./){2,}widget/';
const CORE = '^#core/|(^|/)core/';

const NO_TOOLS = forbid('(^|/)(sandbox|test|scripts|bench)/', 'The product never imports the sandbox, tests or tools.');
const NO_NODE = forbid('^node:', 'This code runs in browsers too: no Node modules.');
const NO_SYSTEM = forbid(
  '(^|/)db/system\\.ts$|^\\./system\\.ts$',
  'system.ts crosses tenants: add the caller to scripts/lint/crossing.ts with its reason, or use a tenant transaction.',
);
const NO_BROWSER = forbid('(^|/)client/|^(\\.\\./)+widget/', 'This process never imports the browser.');
const TWO_DOORS = 'Server and worker are two doors: what both need belongs in src/core.';

const UP = 'src/core imports src/shared only: imports go down, never up.';
const CORE_WALLS = [...forbidAll([SERVER, WORKER, CLIENT, WIDGET], UP), NO_TOOLS];

const walls = (files: readonly string[], patterns: readonly Pattern[]): Override => ({
  files: [...files],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

/** A feature may import only the features before it. */
function featureWalls(): Override[] {
  return FEATURE_ORDER.flatMap((feature, place) => {
    const later = FEATURE_ORDER.slice(place + 1).join('|');
    const above = [
      ...(later === ''
        ? []
        : [
            forbid(
              `^(\\.\\./)+(${later})/|^#core/features/(${later})/`,
              `${feature} stands before this feature in src/core/feature-order.ts: a feature imports only those before it.`,
            ),
          ]),
      forbid(
        '(^|/)message-kinds\\.ts$',
        'The list of all kinds stands above the features: it is handed to who needs it.',
      ),
    ];
    const crossing = CROSSING_FEATURES[feature]?.map((file) => `src/core/features/${feature}/${file}`);
    return [
      walls([`src/core/features/${feature}/**`], [...CORE_WALLS, ...above, NO_SYSTEM]),
      ...(crossing ? [walls(crossing, [...CORE_WALLS, ...above])] : []),
    ];
  });
}

/** The import rules: layers import only lower ones, features only earlier ones, and few files may cross tenants. */
export const wallsOfTheHouse = (): Override[] => [
  {
    files: ['src/**'],
    rules: { 'no-console': 'error', 'no-restricted-imports': ['error', { patterns: [NO_TOOLS] }] },
  },
  walls(
    ['src/shared/**'],
    [
      ...forbidAll(
        [SERVER, WORKER, CLIENT, WIDGET, CORE],
        'src/shared is the ground floor: it imports nothing above it.',
      ),
      NO_NODE,
      NO_TOOLS,
    ],
  ),
  walls(['src/core/**'], [...CORE_WALLS, NO_SYSTEM]),
  walls(
    ['src/core/platform/**'],
    [
      ...CORE_WALLS,
      forbid('^(\\.\\./)+features/|^#core/features/', 'The platform knows no feature: imports go down.'),
      NO_SYSTEM,
    ],
  ),
  ...featureWalls(),
  walls(CROSSING_PLATFORM, CORE_WALLS),
  walls(
    ['src/server/**'],
    [
      forbid(WORKER, TWO_DOORS),
      ...forbidAll([CLIENT, WIDGET], 'The server never imports the browser.'),
      NO_TOOLS,
      NO_SYSTEM,
    ],
  ),
  walls(
    ['src/worker/**'],
    [
      forbid(SERVER, TWO_DOORS),
      ...forbidAll([CLIENT, WIDGET], 'The worker never imports the browser.'),
      NO_TOOLS,
      NO_SYSTEM,
    ],
  ),
  walls(CROSSING_SERVER, [forbid(WORKER, TWO_DOORS), NO_BROWSER, NO_TOOLS]),
  walls(CROSSING_WORKER, [forbid(SERVER, TWO_DOORS), NO_BROWSER, NO_TOOLS]),
  walls(
    ['src/client/**'],
    [
      forbid(
        '(^|\\./)server/([^/]+$|[^t/][^/]*/|trpc/([^r]|r[^o]))',
        'A browser imports src/shared only (and the type of the root router, from src/server/trpc/root.ts).',
      ),
      {
        regex: '(^|/)server/trpc/root\\.ts$',
        message: 'Only the TYPE of the root router: `import type`, or the server lands in the browser.',
        allowTypeImports: true,
      },
      forbid(CORE, 'A browser imports src/shared only: what the business does stays on the server.'),
      forbid(WORKER, 'A browser imports src/shared only.'),
      NO_NODE,
      NO_TOOLS,
      forbid(WIDGET, 'Client and widget are two doors.'),
    ],
  ),
  walls(
    ['src/widget/**'],
    [
      ...forbidAll([SERVER, CORE, WORKER], 'The widget imports src/shared only.'),
      forbid(CLIENT, 'Client and widget are two doors.'),
      NO_NODE,
      forbid('^(react|react-dom|@trpc/.*)$', 'The widget is kept small: no React, no tRPC client.'),
      NO_TOOLS,
    ],
  ),
  walls(
    ['migrations/**'],
    [forbid('^#|(^|/)src/', 'A migration imports nothing from src: it must mean the same for ever.')],
  ),
];
