import { describeSmoke } from "./describe-smoke.ts";

describeSmoke("sqlite-smoke");
describeSmoke("smoke");
