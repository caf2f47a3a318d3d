// What the compiler does not see: the rules of hooks, names that nobody uses, and width.
import hooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import { parser, plugin } from 'typescript-eslint'

const unused = { args: 'after-used', argsIgnorePattern: '^_', varsIgnorePattern: '^_' }
const width = {
  code: 100,
  ignoreStrings: true,
  ignoreTemplateLiterals: true,
  ignoreUrls: true,
  ignoreRegExpLiterals: true,
}

export default defineConfig(
  globalIgnores(['dist', 'e2e/results', 'e2e/lighthouse/node_modules', '**/*.gen.ts']),
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { ts: plugin },
    rules: { 'ts/no-unused-vars': ['error', unused], 'max-len': ['error', width] },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
)
