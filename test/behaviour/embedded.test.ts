import { describeBehaviour } from "./behaviour.ts";
import { createEmbeddedHarness } from "./embedded-deployment.ts";

describeBehaviour(createEmbeddedHarness());
