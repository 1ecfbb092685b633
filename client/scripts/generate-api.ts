import { writeFileSync } from "node:fs";
import { apiTypes } from "./api-types.ts";
import { readApi } from "./read-api.ts";

writeFileSync(new URL("../src/api/operations.generated.ts", import.meta.url), apiTypes(await readApi()));
