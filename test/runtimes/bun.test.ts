import { BUN } from "@mojob/test-services/spawned-program";
import { adapterTests } from "./adapter-tests.ts";
import { limitTests } from "./limit-tests.ts";
import { managementTests } from "./management-tests.ts";

adapterTests(BUN);
limitTests(BUN);
managementTests(BUN);
