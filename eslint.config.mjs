// What lint enforces: promises that nobody awaits, types that lie, and the house rules of CONTRIBUTING.md.
import js from '@eslint/js'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { fileName } from './scripts/lint-rules/file-name.mjs'
import { headComment } from './scripts/lint-rules/head-comment.mjs'

const namedExports = [
  { selector: 'ExportDefaultDeclaration', message: 'Exports are named.' },
  { selector: 'ExportAllDeclaration', message: 'Entry points name each export.' },
]

const timeMessage = 'Time comes through base/clock.ts (and SQL through its one function); take a Clock.'
const time = [
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: timeMessage },
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: timeMessage },
  { selector: "CallExpression[callee.name='Date']", message: timeMessage },
  { selector: "MemberExpression[object.name='performance']", message: timeMessage },
  { selector: "MemberExpression[object.name='process'][property.name=/^(hrtime|uptime)$/]", message: timeMessage },
  { selector: 'CallExpression[callee.name=/^set(Timeout|Interval)$/]', message: timeMessage },
  {
    selector: 'CallExpression[callee.object.name=globalThis][callee.property.name=/^set(Timeout|Interval)$/]',
    message: timeMessage,
  },
  { selector: 'ImportDeclaration[source.value=/^node:(timers|perf_hooks)/]', message: timeMessage },
]

const testCall = 'CallExpression[callee.name=/^(describe|it|test)$/]'
const lawfulTests = [
  {
    selector: 'MemberExpression[object.name=/^(describe|it|test)$/][property.name=/^(only|skip|todo|fails)$/]',
    message: 'A test runs and passes, or is not there yet.',
  },
  {
    selector: `${testCall} > Literal.arguments:first-child[value=/\\bshould\\b/]`,
    message: 'State the law: no "should".',
  },
]

export default defineConfig(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '**/.foliot/',
      '.cache/',
      'coverage/',
      'packages/core/test/histories/',
      'packages/compiler-plugin/test/samples/',
    ],
  },
  js.configs.recommended,
  {
    plugins: { foliot: { rules: { 'file-name': fileName, 'head-comment': headComment } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'foliot/file-name': 'error',
      'foliot/head-comment': 'error',
      'max-lines': ['warn', { max: 349, skipBlankLines: false, skipComments: false }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'start' }],
      'prefer-const': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-prototype-builtins': 'off',
      'object-shorthand': 'error',
      // The compiler knows which names exist.
      'no-undef': 'off',
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.base],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-unused-vars': 'off',
      'no-redeclare': 'off',
      'no-dupe-class-members': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'no-restricted-syntax': ['error', ...namedExports],
    },
  },
  {
    files: ['**/test/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...namedExports, ...lawfulTests], 'foliot/head-comment': 'off' },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    ignores: ['packages/core/src/base/system-clock.ts'],
    rules: { 'no-restricted-syntax': ['error', ...namedExports, ...time] },
  },
  {
    // Tools load these by their default export, and no tsconfig.json of their folder has them.
    files: ['*.config.ts', '*.config.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
    rules: { 'no-restricted-syntax': 'off', '@typescript-eslint/return-await': 'off' },
  },
)
