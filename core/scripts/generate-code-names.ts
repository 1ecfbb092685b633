import { writeFileSync } from "node:fs";
import { codeNames, codeNumbers } from "./code-names.ts";

const SOURCES = new URL("../src/", import.meta.url);
writeFileSync(new URL("base/code-names.generated.ts", SOURCES), codeNames());
writeFileSync(new URL("model/code/code-numbers.generated.ts", SOURCES), codeNumbers());
