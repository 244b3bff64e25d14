var random
try { var c = require('crypto'); random = function () { return c.randomBytes(1) } } catch (e) { random = Math.random }
exports.tried = function () { return random() }
