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
/** Forbids imports that match any of these patterns, with one error message. */
const forbidAll = (regexes: readonly string[], message: string): Pattern[] =>
  regexes.map((regex) => forbid(regex, message));

const SERVER = '(^|/)server/';
const WORKER = '(^|/)worker/';
const CLIENT = '(^|/)client/';
const WIDGET = '^(\\.\\./){2,}widget/';
const CORE = '^#core/|(^|/)core/';

const NO_TOOLS = forbid('(^|/)(sandbox|test|scripts|bench)/', 'The product never imports the sandbox, tests or tools.');
const NO_NODE = forbid('^node:', 'This code also runs in browsers, which have no Node modules.');
const NO_SYSTEM = forbid(
  '(^|/)db/system\\.ts$|^\\./system\\.ts$',
  'system.ts crosses tenants: add the caller to scripts/lint/crossing.ts with its reason, or use a tenant transaction.',
);
const NO_BROWSER = forbid('(^|/)client/|^(\\.\\./)+widget/', 'This process never imports the browser.');
const SEPARATE = 'Server and worker never import each other: put shared code in src/core.';

const UP = 'src/core imports only src/shared and itself. Imports go to lower layers only.';
const CORE_WALLS = [...forbidAll([SERVER, WORKER, CLIENT, WIDGET], UP), NO_TOOLS];

const walls = (files: readonly string[], patterns: readonly Pattern[]): Override => ({
  files: [...files],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

/** Allows each feature to import only the features before it. */
function featureWalls(): Override[] {
  return FEATURE_ORDER.flatMap((feature, place) => {
    const later = FEATURE_ORDER.slice(place + 1).join('|');
    const above = [
      ...(later === ''
        ? []
        : [
            forbid(
              `^(\\.\\./)+(${later})/|^#core/features/(${later})/`,
              `${feature} is listed before this feature in src/core/feature-order.ts. A feature imports only earlier ones.`,
            ),
          ]),
      forbid(
        '(^|/)message-kinds\\.ts$',
        'The list of all kinds is above the features. Pass it to the function that needs it.',
      ),
    ];
    const crossing = CROSSING_FEATURES[feature]?.map((file) => `src/core/features/${feature}/${file}`);
    return [
      walls([`src/core/features/${feature}/**`], [...CORE_WALLS, ...above, NO_SYSTEM]),
      ...(crossing ? [walls(crossing, [...CORE_WALLS, ...above])] : []),
    ];
  });
}

/**
 * The import rules: a layer imports only lower layers, a feature imports only earlier features, and only the listed
 * files may access all companies' data.
 */
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
        'src/shared is the lowest layer. It imports nothing from the others.',
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
      forbid(
        '^(\\.\\./)+features/|^#core/features/',
        'The platform never imports a feature. Imports go to lower layers only.',
      ),
      NO_SYSTEM,
    ],
  ),
  ...featureWalls(),
  walls(CROSSING_PLATFORM, CORE_WALLS),
  walls(
    ['src/server/**'],
    [
      forbid(WORKER, SEPARATE),
      ...forbidAll([CLIENT, WIDGET], 'The server never imports the browser.'),
      NO_TOOLS,
      NO_SYSTEM,
    ],
  ),
  walls(
    ['src/worker/**'],
    [
      forbid(SERVER, SEPARATE),
      ...forbidAll([CLIENT, WIDGET], 'The worker never imports the browser.'),
      NO_TOOLS,
      NO_SYSTEM,
    ],
  ),
  walls(CROSSING_SERVER, [forbid(WORKER, SEPARATE), NO_BROWSER, NO_TOOLS]),
  walls(CROSSING_WORKER, [forbid(SERVER, SEPARATE), NO_BROWSER, NO_TOOLS]),
  walls(
    ['src/client/**'],
    [
      forbid(
        '(^|\\./)server/([^/]+$|[^t/][^/]*/|trpc/([^r]|r[^o]))',
        'A browser imports src/shared only (and the type of the root router, from src/server/trpc/root.ts).',
      ),
      {
        regex: '(^|/)server/trpc/root\\.ts$',
        message: 'Import only the type of the root router (`import type`). Otherwise the browser loads the server.',
        allowTypeImports: true,
      },
      forbid(CORE, 'A browser imports src/shared only. Business logic stays on the server.'),
      forbid(WORKER, 'A browser imports src/shared only.'),
      NO_NODE,
      NO_TOOLS,
      forbid(WIDGET, 'Client and widget never import each other.'),
    ],
  ),
  walls(
    ['src/widget/**'],
    [
      ...forbidAll([SERVER, CORE, WORKER], 'The widget imports src/shared only.'),
      forbid(CLIENT, 'Client and widget never import each other.'),
      NO_NODE,
      forbid('^(react|react-dom|@trpc/.*)$', 'The widget must stay small: no React and no tRPC client.'),
      NO_TOOLS,
    ],
  ),
  walls(
    ['migrations/**'],
    [forbid('^#|(^|/)src/', 'A migration imports nothing from src, because it must never change.')],
  ),
];
