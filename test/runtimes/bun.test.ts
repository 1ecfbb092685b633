import { BUN } from "@mojob/test-services/runtimes";
import { adapterTests } from "./adapter-tests.ts";
import { limitTests } from "./limit-tests.ts";
import { managementTests } from "./management-tests.ts";

adapterTests(BUN);
limitTests(BUN);
managementTests(BUN);
