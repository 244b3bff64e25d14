var c = require('crypto')
var e = require('events')
exports.digest = function (x) { return c.hash(x) + e.count }
