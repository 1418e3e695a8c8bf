"""A proxy in front of a host that answers each request after a while, and counts requests and bytes. Standard library only.

    distance.py PORT HOST_PORT SECONDS

`GET /counts` gives the requests and the bytes of the answers since the last time it was asked. What a bridge asks about its token
when it starts is not counted: that may come before or after."""
import asyncio, json, re, sys


class Distance:
    def __init__(self, host, delay):
        self.host, self.delay, self.calls, self.bytes = host, delay, 0, 0

    def counts(self):
        body = json.dumps({"calls": self.calls, "bytes": self.bytes}).encode()
        self.calls = self.bytes = 0
        return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body

    async def serve(self, reader, writer):
        host = None
        try:
            while request := await message(reader):
                if request.startswith(b"GET /counts "):
                    writer.write(self.counts())
                    continue
                host = host or await asyncio.open_connection("127.0.0.1", self.host)
                await asyncio.sleep(self.delay)
                host[1].write(request)
                answer = await message(host[0])
                if b"/personal_access_tokens/self " not in request.split(b"\r\n", 1)[0]:
                    self.calls, self.bytes = self.calls + 1, self.bytes + len(answer)
                writer.write(answer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()
            if host:
                host[1].close()


async def message(reader):
    """A request or an answer: its head, and as many bytes as that says."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    return head + (await reader.readexactly(int(length[1])) if length and b" 304 " not in head[:16] else b"")


async def main(port, host, seconds):
    server = await asyncio.start_server(Distance(int(host), float(seconds)).serve, "127.0.0.1", int(port), backlog=4096, limit=1 << 25)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
