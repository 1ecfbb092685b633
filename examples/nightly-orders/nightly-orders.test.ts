import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startFtpServerOfFiles, startPostgresDatabase } from "@mojob/test-services/connections";
import { NODE, ROOT } from "@mojob/test-services/spawned-program";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { expect, it, onTestFinished } from "vitest";

const run = promisify(execFile);
const ORDERS = 2500;
const SHOPS = ["north", "south", "west"];

interface Mailbox {
  readonly port: number;
  readonly mails: readonly string[];
}

async function openMailbox(): Promise<Mailbox> {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done): void {
      let source = "";
      stream.on("data", (chunk: Uint8Array) => (source += new TextDecoder().decode(chunk)));
      stream.on("end", () => {
        mails.push(source);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, mails };
}

it(
  "a night's orders go from a partner's archive into a database, a report and a mail, without code",
  { timeout: 120_000 },
  async () => {
    await using ftp = await startFtpServerOfFiles();
    await using database = await startPostgresDatabase();
    const mailbox = await openMailbox();
    const source = mkdtempSync(join(tmpdir(), "orders-source-"));
    onTestFinished(() => rmSync(source, { recursive: true }));
    const orders = Array.from({ length: ORDERS }, (_, index) => ({
      id: index + 1,
      shop: SHOPS[index % SHOPS.length] ?? "",
      cents: (index * 37) % 1000,
    }));
    writeFileSync(
      join(source, "orders.csv"),
      orders.map(({ id, shop, cents }) => `${id},${shop},${cents}\n`).join(""),
    );
    const pack = ["-m", "zipfile", "-c", join(ftp.folder, "2026-11-30.zip"), "orders.csv"];
    await run("python3", pack, { cwd: source });
    const client = new pg.Client(database.url);
    await client.connect();
    client.on("error", () => {});
    await client.query("CREATE TABLE orders (id int, day date, shop text, cents int, PRIMARY KEY (id, day))");
    // What an earlier attempt has left is replaced.
    await client.query(
      "INSERT INTO orders VALUES (9999, '2026-11-30', 'gone', 1), (1, '2026-11-29', 'kept', 1)",
    );

    const { stdout } = await run(NODE.program, [...NODE.args, `${ROOT}examples/nightly-orders/main.ts`], {
      env: {
        ...process.env,
        NODE_NO_WARNINGS: "1",
        FTP_PORT: String(ftp.port),
        DATABASE_URL: database.url,
        MAIL_PORT: String(mailbox.port),
      },
    });
    expect(stdout.trim()).toBe("Succeeded");
    const { rows } = await client.query<{ day: string; count: number }>(
      "SELECT day::text, count(*)::int FROM orders GROUP BY day ORDER BY day",
    );
    await client.end();
    expect(rows).toEqual([
      { day: "2026-11-29", count: 1 },
      { day: "2026-11-30", count: ORDERS },
    ]);
    const lines = SHOPS.map((shop) => {
      const own = orders.filter((order) => order.shop === shop);
      return `${shop},${own.length},${own.reduce((sum, { cents }) => sum + cents, 0)}\r\n`;
    });
    const report = readFileSync(join(ftp.folder, "2026-11-30-report.csv"), "utf8");
    expect(report).toBe(`shop,orders,cents\r\n${lines.join("")}`);
    expect(mailbox.mails).toHaveLength(1);
    expect(mailbox.mails[0]).toContain(`2026-11-30: ${ORDERS} orders of ${SHOPS.length} shops`);
  },
);
