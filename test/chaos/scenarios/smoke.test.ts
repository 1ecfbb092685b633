import { describeSmoke } from "./describe-smoke.ts";

describeSmoke("embedded-smoke");
