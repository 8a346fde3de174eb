# Varnish in front of the shop: a file for /etc/varnish/default.vcl. docs/in-production.md explains it, and
# tests/server/varnish.test.ts runs this very file. Change what is marked "yours".
#
# Start varnishd with -p http_gzip_support=off: the shop packs its pages itself, smaller than Varnish would.
vcl 4.1;

import std;

backend shop {
    .host = "127.0.0.1";                                      # yours: the shop itself; nginx denies /health
    .port = "3000";                                           # yours
    .probe = {
        .request =
            "GET /health HTTP/1.1"
            "Host: localhost"
            "Connection: close";
        .interval = 1s;
        .timeout = 1s;
        .window = 4;
        .threshold = 2;
        .initial = 2;
    }
}

# Who may say that pages have changed: the shop's own machines.
acl shop_machines {
    "127.0.0.1";                                              # yours
}

sub vcl_recv {
    if (req.method == "PURGE") {
        # Varnish has added the caller's address. With a second one the request came through a proxy, from anybody.
        if (client.ip !~ shop_machines || req.http.X-Forwarded-For ~ "," || !req.http.X-Purge-Keys) {
            return (synth(403, "Forbidden"));
        }
        ban("obj.http.Surrogate-Key ~ (^|\s)" + req.http.X-Purge-Keys + "(\s|$)");
        return (synth(200, "Purged"));
    }
    # A visitor whom the shop knows gets pages of their own. These are all cookies of the shop; the test compares them.
    if (req.http.Cookie ~ "(?:^|;)\s*(?:__Host-)?(?:boot-and-door|cart-id|compare|consent|desk-device|desk-session|favourites|form-proof|gift-list-device|helpful-votes|known-device|omnisend-guest|removed-line|saved-for-later|shop-session|shop-token|store|viewed|visitor)=") {
        return (pass);
    }
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    if (req.http.Authorization) {
        return (pass);
    }
    # Cookies of others change no page.
    unset req.http.Cookie;
    # One page for each way of packing, not for each browser's way of asking for it.
    if (req.http.Accept-Encoding ~ "\bbr\b") {
        set req.http.Accept-Encoding = "br";
    } elsif (req.http.Accept-Encoding ~ "\bgzip\b") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }
    # While the shop is up a page may be a minute older than it should; while it is away, a day.
    if (std.healthy(req.backend_hint)) {
        set req.grace = 60s;
    }
    return (hash);
}

sub vcl_backend_response {
    # What may be shared says so by its keys. Files have long lives of their own, in browsers and in nginx.
    if (!beresp.http.Surrogate-Key || beresp.http.Set-Cookie) {
        set beresp.uncacheable = true;
        set beresp.ttl = 60s;
        return (deliver);
    }
    set beresp.grace = 1d;
}

sub vcl_deliver {
    set resp.http.X-Cache = "miss";
    if (obj.hits > 0) {
        set resp.http.X-Cache = "hit";
    }
    if (resp.http.Surrogate-Control) {
        # A page. The browser asks again each time: the next one may show a basket.
        set resp.http.Cache-Control = "private, no-cache";
    }
    if (resp.http.Surrogate-Key) {
        unset resp.http.Surrogate-Key;
        unset resp.http.Surrogate-Control;
        unset resp.http.CDN-Cache-Control;
        unset resp.http.Cache-Tag;
        unset resp.http.Age;
        unset resp.http.X-Request-Id;
    }
}
