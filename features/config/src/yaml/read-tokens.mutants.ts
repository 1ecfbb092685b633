/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "configuration: anchors, aliases and tags are read",
    text: "if (!isScalar && NOT_READ.has(CST.tokenType(lexeme)))",
    instead: "if (isScalar && NOT_READ.has(CST.tokenType(lexeme)))",
    test: "features/config/src/yaml/read-yaml.test.ts",
    testName: "refuses a tag where it stands",
  },
  {
    name: "configuration: collections are nested as deep as a text says",
    text: "if (parser.stack.length > MOST_DEPTH)",
    instead: "if (parser.stack.length > MOST_DEPTH * 1000)",
    test: "features/config/src/yaml/read-yaml.test.ts",
    testName: "refuses brackets in brackets",
  },
] as const;
