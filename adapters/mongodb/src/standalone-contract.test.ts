import { describeStores } from "../fixtures/describe-stores.ts";

describeStores("on MongoDB without a replica set", true, { pollMs: 50 });
