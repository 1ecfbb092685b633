import { type Configuration, MoJobError, MoJobErrorCode } from "@mojob/core";
import { connectMongodb, type MongodbStores } from "@mojob/mongodb";

/** @throws MoJobError `invalid_configuration` where `MOJOB_STORE` names none that machines can share */
export async function openStores({ store }: Pick<Configuration, "store">): Promise<MongodbStores> {
  if (store.kind === "mongodb") return connectMongodb(store.url);
  throw new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    'Cannot start: MOJOB_STORE must be "mongodb://…" here, for several machines share it',
  );
}
