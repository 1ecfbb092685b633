// Runs in mongosh against mongodb-1 at each start of the stack: makes the replica set and the user, once.

try {
  rs.status();
} catch {
  rs.initiate({
    _id: "mojob",
    members: [
      { _id: 0, host: "mongodb-1:27017", priority: 2 },
      { _id: 1, host: "mongodb-2:27017" },
      { _id: 2, host: "mongodb-3:27017" },
    ],
  });
}
while (!db.hello().isWritablePrimary) sleep(500);

const mojob = db.getSiblingDB("mojob");
if (mojob.getUser("mojob") === null) {
  mojob.createUser({ user: "mojob", pwd: process.env.MONGODB_PASSWORD, roles: ["readWrite"] });
}
