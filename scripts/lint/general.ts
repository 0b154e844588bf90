/** The rules for all files, in the format of the linter's configuration. */
export const GENERAL = {
  $schema: './node_modules/oxlint/configuration_schema.json',
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'import', 'promise', 'vitest', 'jsx-a11y'],
  categories: {
    correctness: 'error',
  },
  ignorePatterns: ['dist/**', '.data/**', 'test-results/**'],
  rules: {
    eqeqeq: 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'no-throw-literal': 'error',
    'no-else-return': 'error',
    'no-param-reassign': 'error',
    'max-lines': [
      'warn',
      {
        max: 250,
        skipBlankLines: true,
        skipComments: true,
      },
    ],
    'max-lines-per-function': [
      'warn',
      {
        max: 80,
        skipBlankLines: true,
        skipComments: true,
      },
    ],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      {
        considerDefaultExhaustiveForUnions: true,
      },
    ],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/no-deprecated': 'warn',
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/no-non-null-assertion': 'warn',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-autofocus': [
      'error',
      {
        ignoreNonDOM: true,
      },
    ],
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/react-in-jsx-scope': 'off',
    'promise/no-multiple-resolved': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'off',
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
    'vitest/require-mock-type-parameters': 'off',
  },
};

/**
 * Exceptions to the rules. They must come after the import rules, because the last override for a file and rule
 * applies.
 */
export const EXCEPTIONS = [
  {
    files: ['**/*.mjs'],
    rules: {
      'typescript/no-unsafe-argument': 'off',
      'typescript/no-unsafe-assignment': 'off',
      'typescript/no-unsafe-call': 'off',
      'typescript/no-unsafe-member-access': 'off',
      'typescript/no-unsafe-return': 'off',
    },
  },
  {
    files: ['migrations/**'],
    rules: {
      'max-lines': 'off',
    },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx'],
    rules: {
      'no-restricted-imports': 'off',
      'max-lines-per-function': 'off',
    },
  },
];
