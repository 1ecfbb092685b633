import { constants, setPriority } from "node:os";
import { neededBy } from "@mojob/test-services/needs";
import { getAll } from "@mojob/test-services/prepare";
import { testFilePaths } from "./lists.ts";

// Gets every server, browser and runtime that a test needs, side by side, and leaves the processor to others: the quick list of tests
// runs beside it.

setPriority(constants.priority.PRIORITY_LOW);
await getAll(neededBy(testFilePaths()));
