package web_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"herstelruimte/internal/render"
)

var visitorPages = []render.Page{
	{Path: "/", Module: "home/HomePage"},
	{Path: "/beheer", Staff: true},
	{Path: "/login", Module: "login/LoginPage", Signin: true},
}

// good is a web/src in which everything for staff lies behind its two doors.
var good = map[string]string{
	"main.tsx": "import './styles/base.css'\nimport { App } from './App'\n" +
		"import { store } from './store'\nimport { createRoot } from 'react-dom/client'\n",
	"App.tsx": "import type { Auth } from './auth'\nimport { flag } from './auth/flag'\n",
	"store.ts": "const all = import.meta.glob<Page>([\n" +
		"  './features/*/*Page.tsx',\n  './features/*/*/*Page.tsx',\n  '!./features/*/staff/*',\n" +
		"])\nconst area = () => import('./staff')\nconst auth = () => import('./auth').then(m => m.auth)\n",
	"styles/base.css":  "",
	"styles/staff.css": "",
	"staff.tsx": "import './styles/staff.css'\n" +
		"import Accounts from './features/accounts/staff/AccountsPage'\n",
	"auth/index.ts":                            "export {\n  auth,\n  type User,\n} from './provider'\n",
	"auth/provider.ts":                         "import { OidcClient } from 'oidc-client-ts'\n",
	"auth/flag.ts":                             "export const flag = 'hr:staff'\n",
	"features/home/HomePage.tsx":               "import { Link } from 'react-router-dom'\nexport const to = '/staff'\n",
	"features/home/Rows.tsx":                   "",
	"features/login/LoginPage.tsx":             "import { flag } from '../../auth/flag'\n",
	"features/accounts/staff/AccountsPage.tsx": "import { useRead } from './useRead'\n",
	"features/accounts/staff/useRead.ts":       "",
}

func sourcesWith(changes map[string]string) fstest.MapFS {
	all := maps.Clone(good)
	maps.Copy(all, changes)
	out := fstest.MapFS{}
	for name, text := range all {
		out[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return out
}

func TestVisitorsLoadNothingForStaff(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		changes map[string]string
		fault   string
	}{
		"all is well": {nil, ""},
		"the sign-in page has it at once": {
			map[string]string{"features/login/LoginPage.tsx": "import { auth } from '../../auth'"},
			"",
		},
		"the library in a page": {
			map[string]string{
				"features/home/HomePage.tsx": "import { User } from 'oidc-client-ts'",
			},
			"features/home/HomePage.tsx imports oidc-client-ts",
		},
		"the library in the sign-in page": {
			map[string]string{
				"features/login/LoginPage.tsx": "import { User } from 'oidc-client-ts'",
			},
			"features/login/LoginPage.tsx imports oidc-client-ts",
		},
		"a part of the library": {
			map[string]string{"features/home/HomePage.tsx": "import 'oidc-client-ts/utils'"},
			"HomePage.tsx imports oidc-client-ts",
		},
		"the library later": {
			map[string]string{"features/home/HomePage.tsx": "void import('oidc-client-ts')"},
			"HomePage.tsx imports oidc-client-ts",
		},
		"the library through another door": {
			map[string]string{"features/home/HomePage.tsx": "void import('../../auth/provider')"},
			"auth/provider.ts imports oidc-client-ts",
		},
		"the library through the layout": {
			map[string]string{"App.tsx": "import {\n  auth,\n} from './auth/provider'"},
			"auth/provider.ts imports oidc-client-ts",
		},
		"its types only": {
			map[string]string{
				"App.tsx": "import type { User } from 'oidc-client-ts'\nexport type { User } from 'oidc-client-ts'",
			},
			"",
		},
		"staff code in a page": {
			map[string]string{
				"features/home/HomePage.tsx": "import { useRead } from '../accounts/staff/useRead'",
			},
			"HomePage.tsx imports features/accounts/staff/useRead.ts",
		},
		"staff code in a part of a page": {
			map[string]string{
				"features/home/HomePage.tsx": "export * from './Rows'",
				"features/home/Rows.tsx":     "import '../../styles/staff.css'",
			},
			"Rows.tsx imports styles/staff.css",
		},
		"staff code later": {
			map[string]string{"App.tsx": "void import('./features/accounts/staff/AccountsPage')"},
			"App.tsx imports features/accounts/staff/AccountsPage.tsx",
		},
		"staff code by a glob": {
			map[string]string{"App.tsx": "import.meta.glob('./features/*/staff/*Page.tsx')"},
			"App.tsx imports features/accounts/staff/AccountsPage.tsx",
		},
		"staff code by a list of globs": {
			map[string]string{
				"App.tsx": "import.meta.glob(['./features/*/*Page.tsx', './features/*/*/*Page.tsx'])",
			},
			"App.tsx imports features/accounts/staff/AccountsPage.tsx",
		},
		"staff code in a worker": {
			map[string]string{
				"App.tsx": "new Worker(new URL('./features/accounts/staff/useRead.ts', import.meta.url))",
			},
			"App.tsx imports features/accounts/staff/useRead.ts",
		},
		"a door at once": {
			map[string]string{"App.tsx": "import { auth } from './auth'"},
			"/: App.tsx imports auth/index.ts at once",
		},
		"the other door at once": {
			map[string]string{"features/home/HomePage.tsx": "import Staff from '../../staff'"},
			"/: features/home/HomePage.tsx imports staff.tsx at once",
		},
		"a door that leads nowhere": {
			map[string]string{"auth/index.ts": "export const auth = null"},
			"nothing behind auth/index.ts imports oidc-client-ts",
		},
		"a door that nobody opens": {
			map[string]string{
				"store.ts": "const all = import.meta.glob('./features/*/*Page.tsx'); void import('./auth')",
			},
			"no page leads to staff.tsx",
		},
		"an import that the walk cannot read": {
			map[string]string{"App.tsx": "import { x } from './elsewhere'"},
			"there is no web/src/elsewhere",
		},
	} {
		err := keptApart(sourcesWith(c.changes), visitorPages)
		if (c.fault == "") != (err == nil) ||
			err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %v, want %q", name, err, c.fault)
		}
	}
}

func TestTheWalkSeesEveryKindOfImport(t *testing.T) {
	t.Parallel()
	src := sourcesWith(map[string]string{"App.tsx": `// from 'nowhere'
import './styles/base.css'
import React, { use } from 'react'
import * as all from "@scope/name/deep"
import type { A } from 'types-only'
import { type B, c } from './auth/flag'
export * from './features/home/Rows'
export type Words = 'one' | 'two'
const text = "a from 'b'"
  const late = () => import('./staff')
`})
	now, err := importsOf(src, "App.tsx", false)
	if want := []string{
		"styles/base.css",
		"react",
		"@scope/name",
		"auth/flag.ts",
		"features/home/Rows.tsx",
	}; err != nil || !slices.Equal(now, want) {
		t.Errorf("at once: %v, %v", now, err)
	}
	if later, err := importsOf(
		src,
		"App.tsx",
		true,
	); err != nil || !slices.Equal(later, append(now, "staff.tsx")) {
		t.Errorf("with what comes later: %v, %v", later, err)
	}
}

func TestNoFileThatVisitorsLoadFirstHoldsTheLibrary(t *testing.T) {
	t.Parallel()
	files := func(home, shared, auth string) *build {
		b, err := readBuild(fstest.MapFS{
			"client/.vite/manifest.json": {Data: []byte(`{
				"index.html": {"file": "entry.js", "isEntry": true},
				"src/features/home/HomePage.tsx": {"file": "home.js", "imports": ["index.html", "_shared.js"]},
				"src/features/login/LoginPage.tsx": {"file": "login.js", "imports": ["src/auth/index.ts"]},
				"src/auth/index.ts": {"file": "auth.js", "imports": ["_shared.js"]},
				"_shared.js": {"file": "shared.js"}}`)},
			"client/entry.js":  {},
			"client/login.js":  {},
			"client/home.js":   {Data: []byte(home)},
			"client/shared.js": {Data: []byte(shared)},
			"client/auth.js":   {Data: []byte(auth)},
		})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	const lib = `r.append("code_verifier",t)`
	for i, c := range []struct {
		b     *build
		fault string
	}{
		{files("", "", lib), ""},
		{files(lib, "", lib), "/ loads home.js, which holds oidc-client-ts"},
		// the build put it where both find it
		{files("", lib, ""), "/ loads shared.js, which holds oidc-client-ts"},
		{files("", "", ""), `"code_verifier" does not tell oidc-client-ts`},
	} {
		if err := c.b.keptApart(visitorPages); (c.fault == "") != (err == nil) ||
			err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("case %d: %v, want %q", i, err, c.fault)
		}
	}
}
