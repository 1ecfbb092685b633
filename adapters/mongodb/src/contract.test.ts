import { describeStores } from "../fixtures/describe-stores.ts";

describeStores("on MongoDB", false);
