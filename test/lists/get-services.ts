import { constants, setPriority } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { neededBy } from "@mojob/test-services/needs";
import { getAll } from "@mojob/test-services/prepare";
import { filesOf, parseTestList, ROOT } from "./lists.ts";

// Gets the servers, browsers and runtimes that the tests of a list need, side by side: `node test/lists/get-services.ts [list]`. It leaves
// the processor to others, because the quick list runs beside it.

const [, , list = "all"] = process.argv;
setPriority(constants.priority.PRIORITY_LOW);
await getAll(neededBy(filesOf(parseTestList(list)).map((path) => join(ROOT, path))));
