// Who may import whom. The picture behind these rules is in CONTRIBUTING.md; each rule says why it is there.
const COMPOSITION = '^src/(main|serve|heap|create-app|app\\.module|data-source|bootstrap|storage|workers|refused-start)\\.ts$';
/** Each of them is an entry of its own, loaded when it is typed. */
const HOST_COMMANDS = '^src/cli/host/';
const FRAMEWORKS =
  '^(@nestjs/[^/]+|typeorm|express|rxjs|passport|reflect-metadata|class-validator|class-transformer|libsql|mysql2|oidc-provider)($|/)';

/** Packages are reported by the path they resolve to; an unresolved one by its bare name. */
const inPackage = (name) => `(^|node_modules/)${name}(/|$)`;

/**
 * The sub-rooms of each room, lowest first: a sub-room imports only those in front of it, types included. A new folder goes into its list the day it is made
 * (test/architecture/shape.spec.ts compares the lists with the folders). The module file of a room stands above all of them.
 */
const SUB_ROOMS = require('./.dependency-cruiser.rooms.json');

/** For each sub-room the rule that it imports none of those above it. */
const directionInRooms = Object.entries(SUB_ROOMS).flatMap(([room, order]) =>
  order.map((name, index) => ({
    name: `${room.replace('src/', '').replaceAll('/', '-')}-${name.replaceAll('/', '-')}-imports-downwards`,
    comment: `Inside of ${room} imports go down the list SUB_ROOMS, so that each sub-room can be read without those above it.`,
    severity: 'error',
    // A folder inside another one is a sub-room of its own where the list names it.
    from: {
      path: `^${room}/${name}/`,
      pathNot: order.filter((other) => other.startsWith(`${name}/`)).map((other) => `^${room}/${other}/`),
    },
    to: {
      path: [`^${room}/[^/]+$`, ...order.slice(index + 1).map((above) => `^${room}/${above}/`)],
      // A lower folder inside a higher one.
      pathNot: order
        .slice(0, index + 1)
        .map((below) => `^${room}/${below}/`)
        .filter((below) => order.slice(index + 1).some((above) => below.startsWith(`^${room}/${above}/`))),
    },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...directionInRooms,
    {
      name: 'repositories-import-no-services',
      comment:
        'A repository is read without the rules that use it; the type of its records stands beside its SQL. Sealing is a part of storing.',
      severity: 'error',
      from: { path: '^src/.+\\.repository\\.ts$' },
      to: { path: '^src/.+\\.service\\.ts$', pathNot: '^src/common/crypto/' },
    },
    {
      name: 'loaded-when-needed',
      comment:
        'Many services send no mail and have no passkeys; what they would need for it stays out of their memory until the first one.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: [inPackage('nodemailer'), inPackage('@simplewebauthn/server')], dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'command-line-starts-lean',
      comment:
        'Each word that is typed, and each completion, starts the command line: what one command alone needs is loaded when it runs.',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: ['^src/cli/(converters|host)/', '^src/cli/convert-command\\.'] },
      to: {
        path: ['^src/cli/converters/', '^src/cli/convert-command\\.ts$', HOST_COMMANDS],
        pathNot: ['^src/cli/converters/systems\\.ts$', '^src/cli/host/questions\\.ts$'],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import that this check cannot follow is an import it cannot judge.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'scim-never-meets-oidc',
      comment: 'Provisioning and sign-in are two faces of the same users. What both need belongs to users or common.',
      severity: 'error',
      from: { path: '^src/scim/' },
      to: { path: '^src/oidc/' },
    },
    {
      name: 'oidc-never-meets-scim',
      comment: 'Provisioning and sign-in are two faces of the same users. What both need belongs to users or common.',
      severity: 'error',
      from: { path: '^src/oidc/' },
      to: { path: '^src/scim/' },
    },
    {
      name: 'protocols-do-not-know-admin',
      comment: 'The admin API sits on top of the protocols; if they reached back up, neither could change alone.',
      severity: 'error',
      from: { path: '^src/(scim|oidc)/' },
      to: { path: '^src/(admin|health|cli)/' },
    },
    {
      name: 'users-import-only-common',
      comment: 'The shared domain must not know how it is reached: no protocol, no API.',
      severity: 'error',
      from: { path: '^src/users/' },
      to: { path: '^src/', pathNot: '^src/(users|common)/' },
    },
    {
      name: 'common-knows-no-domain',
      comment: 'Common serves every room; a domain noun in it would make every room depend on that noun.',
      severity: 'error',
      from: { path: '^src/common/' },
      to: { path: '^src/', pathNot: '^src/common/' },
    },
    {
      name: 'nothing-imports-the-composition',
      comment:
        'The files that put everything together may import everything, so whoever imports one of them depends on everything. Commands of the host put the service together as main does.',
      severity: 'error',
      from: { path: '^src/', pathNot: [COMPOSITION, HOST_COMMANDS] },
      to: { path: COMPOSITION },
    },
    {
      name: 'scim-protocol-is-pure',
      comment:
        'The rules of RFC 7643 and 7644 are plain functions over plain tables, so that they can be tested without a server or a database.',
      severity: 'error',
      from: { path: '^src/scim/protocol/' },
      to: { path: [FRAMEWORKS, 'node_modules/(@nestjs/|typeorm/|express/|rxjs/|passport/|class-)'] },
    },
    {
      name: 'scim-protocol-stands-alone',
      comment:
        'Its tables and functions know no other room except pure files: how a filter, a person, its table, a folded key, an e-mail or web address and a birth date look.',
      severity: 'error',
      from: { path: '^src/scim/protocol/' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/scim/protocol/',
          '^src/common/primitives/(email-address|parsed-url|birthdate)\\.ts$',
          '^src/common/(search/criteria|identifiers/fold)\\.ts$',
          '^src/users/directory/people/person/(person|person\\.columns)\\.ts$',
        ],
      },
    },
    {
      name: 'scim-protocol-knows-no-resource-type',
      comment:
        'What reads, checks, changes and shows resources takes a type and its table, so that another type is another table and a binding.',
      severity: 'error',
      from: {
        path: '^src/scim/(protocol|error|provisioning|resources|bulk|discovery)/',
        pathNot: ['\\.spec\\.ts$', '^src/scim/protocol/(schema/)?((enterprise|personal-data)-)?user\\.'],
      },
      to: {
        path: [
          '^src/scim/protocol/(schema/)?((enterprise|personal-data)-)?user\\.',
          '^src/users/directory/people/(people\\.service|person/person\\.)',
        ],
        pathNot: '^src/users/directory/people/person/person\\.ts$',
      },
    },
    {
      name: 'one-seam-to-the-oidc-library',
      comment:
        'The library moves fast and some of its methods are replaced. One folder knows it, so one folder has to be checked when its version moves.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/oidc/provider/' },
      to: { path: inPackage('oidc-provider'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'oidc-library-types-only-in-grants',
      comment: 'A grant handler is called by the library and may name its types; nobody else outside the seam needs even those.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/oidc/(provider|grants)/' },
      to: { path: [inPackage('oidc-provider'), inPackage('@types/oidc-provider')] },
    },
    {
      name: 'no-inside-of-the-oidc-library',
      comment: 'Paths inside the library are not part of its promise and change without a word.',
      severity: 'error',
      from: { path: '^(src|test|bench|tour)/' },
      to: { path: 'oidc-provider/(?!lib/index\\.js$|index\\.d\\.ts$|package\\.json$).+', pathNot: 'oidc-provider/node_modules/' },
    },
    {
      name: 'sql-libraries-stay-below',
      comment: 'Database drivers are spoken to by the dialect and by the composition only; everything else asks the unit of work.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/common/database/' },
      to: { path: [inPackage('libsql'), inPackage('mysql2')] },
    },
    {
      name: 'the-console-knows-the-document-alone',
      comment:
        'The console and the explorer are clients of the API as any other: whatever they can do, a script can do. They share no code with the service, and with each other the key of their tokens.',
      severity: 'error',
      from: { path: '^(console|explorer|page-proofs)/', pathNot: '/vite\\.config\\.ts$' },
      to: { path: '^(src|test|bench|tour|scripts)/' },
    },
    {
      name: 'nothing-imports-the-console',
      comment: 'The service serves its built files, and tests look at them in a browser.',
      severity: 'error',
      from: { pathNot: '^console/' },
      to: { path: '^console/' },
    },
    {
      name: 'nothing-imports-the-explorer',
      comment: 'As the console, it is built by itself.',
      severity: 'error',
      from: { pathNot: '^explorer/' },
      to: { path: '^explorer/' },
    },
    {
      name: 'console-pages-stand-alone',
      comment: 'A page of the console is loaded by itself; what two pages share is a component, or belongs to the API layer.',
      severity: 'error',
      from: { path: '^console/src/pages/([^/]+)/' },
      to: { path: '^console/src/pages/', pathNot: '^console/src/pages/$1/' },
    },
    {
      name: 'console-pages-are-loaded-by-the-route-table',
      comment: 'Shared parts of the console know no page.',
      severity: 'error',
      from: { path: '^console/src/', pathNot: '^console/src/(pages/|routes\\.tsx$)' },
      to: { path: '^console/src/pages/' },
    },
    {
      name: 'one-file-sends-requests',
      comment: 'Whatever the console asks for stands in the API document, and carries the token of its person.',
      severity: 'error',
      from: { path: '^console/', pathNot: '^console/src/api/client\\.ts$' },
      to: { path: inPackage('openapi-fetch') },
    },
    {
      name: 'no-barrels',
      comment: 'A file that only passes on what others export hides who depends on whom and makes rings.',
      severity: 'error',
      from: { path: '/index\\.tsx?$' },
      to: {},
    },
    {
      name: 'typeorm-in-entities-and-database',
      comment: 'Rows are described by entities; every query goes through the unit of work, so nobody else needs the mapper.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/common/(database/|common\\.module\\.ts$)', '\\.entity\\.ts$', COMPOSITION],
      },
      to: { path: [inPackage('typeorm'), inPackage('@nestjs/typeorm')] },
    },
    {
      name: 'nothing-outside-src-in-src',
      comment: 'What runs in production must not depend on tests, the benchmark or the tour.',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.spec\\.tsx?$' },
      to: { path: '^(test|bench|tour|scripts)/' },
    },
    {
      name: 'only-declared-packages',
      comment: 'A package that is used without being in package.json is there by luck.',
      severity: 'error',
      from: { path: '^(src|test|bench|tour|scripts|ormconfig)' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-development-packages-in-production',
      comment: 'The image carries no development packages.',
      severity: 'error',
      from: { path: '^(src/|ormconfig)', pathNot: '\\.spec\\.tsx?$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|coverage|console/dist|explorer/dist|docs/\\.vitepress/dist)/' },
    // Imports that vanish at compile time still tie two rooms together.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // Its search for circles takes a third of the time; test/architecture/shape.spec.ts finds them in what this one reports.
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
    },
    progress: { type: 'none' },
  },
};
