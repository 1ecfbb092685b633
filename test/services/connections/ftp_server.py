"""An FTP server of one user, for tests: port, folder, bytes a second (0: as fast as it can)."""

import sys

from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import DTPHandler, FTPHandler, ThrottledDTPHandler
from pyftpdlib.servers import FTPServer

port, folder, speed = sys.argv[1], sys.argv[2], int(sys.argv[3])

authorizer = DummyAuthorizer()
authorizer.add_user("shop", "secret", folder, perm="elradfmwMT")

channel = ThrottledDTPHandler if speed > 0 else DTPHandler
if speed > 0:
    channel.read_limit = channel.write_limit = speed
handler = FTPHandler
handler.dtp_handler = channel
handler.authorizer = authorizer
handler.use_sendfile = False
FTPServer(("127.0.0.1", int(port)), handler).serve_forever()
