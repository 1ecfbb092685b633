import { describeKinds } from "../../fixtures/doors/describe-kinds.ts";
import { openDoors } from "../../fixtures/doors/world.ts";

describeKinds(openDoors);
