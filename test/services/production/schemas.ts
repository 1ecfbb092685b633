import { runProgram } from "../getting/run-program.ts";
import { POSTGRES_USER } from "./postgres.ts";

/** Temporal's plugin for PostgreSQL 12 and later. */
export const PLUGIN = "postgres12";

export interface TemporalDatabase {
  readonly name: string;
  /** The schema's name inside the tool. */
  readonly schema: string;
}

export const DATABASES: readonly TemporalDatabase[] = [
  { name: "temporal", schema: "postgresql/v12/temporal" },
  { name: "temporal_visibility", schema: "postgresql/v12/visibility" },
];

/** Makes one of Temporal's databases, with the tables of its version. */
export async function makeDatabase(
  sqlTool: string,
  port: number,
  { name, schema }: TemporalDatabase,
): Promise<void> {
  const server = [
    "--plugin",
    PLUGIN,
    "--endpoint",
    "127.0.0.1",
    "--port",
    String(port),
    "--user",
    POSTGRES_USER,
  ];
  const tool = (...args: readonly string[]): Promise<void> =>
    runProgram(sqlTool, [...server, "--database", name, ...args]);
  await tool("create-database");
  await tool("setup-schema", "--version", "0.0");
  await tool("update-schema", "--schema-name", schema);
}
