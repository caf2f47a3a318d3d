// What the compiler does not see: the rules of hooks, names that nobody uses, and width.
import hooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import { builtinRules } from 'eslint/use-at-your-own-risk'
import { parser, plugin } from 'typescript-eslint'

const unused = { args: 'after-used', argsIgnorePattern: '^_', varsIgnorePattern: '^_' }
const width = {
  code: 100,
  ignoreStrings: true,
  ignoreTemplateLiterals: true,
  ignoreUrls: true,
  ignoreRegExpLiterals: true,
}
// What cannot be broken: the name of a test, a path of a drawing, markup that a test pastes.
const whole = /^\s*(test|it)\(|[Mm]-?\d+(\.\d+)?[ vhl]?-?[\d.]|<\/?\w+[ >]/
const widest = {
  code: 120,
  ignoreUrls: true,
  ignoreRegExpLiterals: true,
  ignorePattern: whole.source,
}
// the same rule twice: once for all but strings, once for strings
const house = { rules: { 'string-len': builtinRules.get('max-len') } }

export default defineConfig(
  globalIgnores(['dist', 'e2e/results', 'e2e/lighthouse/node_modules', '**/*.gen.ts']),
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { ts: plugin, house },
    rules: {
      'ts/no-unused-vars': ['error', unused],
      'max-len': ['error', width],
      'house/string-len': ['error', widest],
    },
  },
  {
    files: ['{src,test}/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
)
