import { writeFileSync } from "node:fs";
import { chineseDays } from "./chinese-days.ts";

writeFileSync(new URL("../src/import/chinese-days.generated.ts", import.meta.url), chineseDays());
